import { readFileSync } from "node:fs";

/** What the runtime (workerd) needs of a machine. */
export interface Machine {
  platform: string;
  arch: string;
  /** The version of glibc; null if there is none, as on Alpine. */
  glibc: string | null;
  /** Bits of an address of a process; null if unknown. */
  addressBits: number | null;
}

/** The oldest glibc that the runtime starts with. */
const OLDEST_GLIBC = [2, 35] as const;

/** With fewer bits the runtime can't reserve its heap. */
const LEAST_BITS = 40;

/** Explains why the runtime can't start on a machine, and what to do; null if it can. Pure. */
export function platformProblem({ platform, arch, glibc, addressBits }: Machine): { is: string; fix: string } | null {
  if (platform !== "linux") return null;
  const needed = OLDEST_GLIBC.join(".");
  const systems = "such as Debian 12, Ubuntu 22.04 or their successors";
  if (glibc === null)
    return {
      is: "this Linux has no glibc (Alpine, for example)",
      fix: `Use a Linux with glibc ${needed} or newer, ${systems}.`,
    };
  const [major = 0, minor = 0] = glibc.split(".").map(Number);
  if (major < OLDEST_GLIBC[0] || (major === OLDEST_GLIBC[0] && minor < OLDEST_GLIBC[1]))
    return {
      is: `glibc is ${glibc}, and ${needed} is needed`,
      fix: `Update this Linux to one with glibc ${needed} or newer, ${systems}.`,
    };
  if (arch === "arm64" && addressBits !== null && addressBits < LEAST_BITS)
    return {
      is: `the kernel gives processes addresses of ${addressBits} bits, and the runtime needs 48`,
      fix: "Use a kernel with CONFIG_ARM64_VA_BITS=48, such as that of Debian or Ubuntu for this machine.",
    };
  return null;
}

/** Bits of the highest address in /proc/self/maps, where the stack is; null if there is none. Pure. */
export function addressBits(maps: string): number | null {
  const ends = [...maps.matchAll(/^[0-9a-f]+-([0-9a-f]+) (?!.*\[vsyscall\])/gm)].map(([, end]) => BigInt(`0x${end!}`));
  const highest = ends.reduce((most, end) => (end > most ? end : most), 0n);
  return highest === 0n ? null : highest.toString(2).length;
}

/** This machine. */
export function machineHere(): Machine {
  const { platform, arch } = process;
  if (platform !== "linux") return { platform, arch, glibc: null, addressBits: null };
  // Its report would look up the names of all network addresses.
  (process.report as { excludeNetwork?: boolean }).excludeNetwork = true;
  const { header } = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return { platform, arch, glibc: header?.glibcVersionRuntime ?? null, addressBits: addressBits(mapsHere()) };
}

function mapsHere(): string {
  try {
    return readFileSync("/proc/self/maps", "utf8");
  } catch {
    return "";
  }
}
