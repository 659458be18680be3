import { posix, win32 } from "node:path";

/** What runs as a service. */
export interface Served {
  platform: NodeJS.Platform;
  home: string;
  /** The user's id, on systems that have one. */
  uid: number;
  /** Paths of Node.js and of the tool's script. */
  node: string;
  script: string;
  /** Environment variables that are not secret. */
  variables: Record<string, string>;
}

/** How the platform's service manager runs it for this user. */
export interface Service {
  /** The file that describes the service. */
  path: string;
  text: string;
  /** Commands to run once the file exists, and before it is removed. */
  install: string[][];
  uninstall: string[][];
}

const NAME = "tallylight";
const LABEL = "com.tallylight.tallylight";

/** The service on a platform; null if its service manager is unknown. Pure. */
export function serviceFor(served: Served): Service | null {
  if (served.platform === "linux") return systemd(served);
  if (served.platform === "darwin") return launchd(served);
  return served.platform === "win32" ? scheduledTask(served) : null;
}

/** Quotes a word for systemd, which interprets `%`, `$` and backslashes. */
const word = (text: string): string =>
  `"${text
    .replaceAll(/[\\"]/g, "\\$&")
    .replaceAll("%", "%%")
    .replaceAll("$", () => "$$")}"`;

/** Quotes an assignment for systemd, which interprets only `%` and quotes there. */
const assignment = (text: string): string => `"${text.replaceAll(/[\\"]/g, "\\$&").replaceAll("%", "%%")}"`;

function systemd({ home, node, script, variables }: Served): Service {
  const unit = `${NAME}.service`;
  const lines = [
    "[Unit]",
    "Description=Tallylight, live alerts for chats",
    "Wants=network-online.target",
    "After=network-online.target",
    "",
    "[Service]",
    `ExecStart=${[node, script, "start"].map(word).join(" ")}`,
    ...Object.entries(variables).map(([name, value]) => `Environment=${assignment(`${name}=${value}`)}`),
    "Restart=always",
    "RestartSec=5",
    "TimeoutStopSec=30",
    "UMask=0077",
    "NoNewPrivileges=yes",
    "",
    "[Install]",
    "WantedBy=default.target",
    "",
  ];
  const systemctl = (...args: string[]) => ["systemctl", "--user", ...args];
  return {
    path: posix.join(home, ".config", "systemd", "user", unit),
    text: lines.join("\n"),
    install: [systemctl("daemon-reload"), systemctl("enable", "--now", unit)],
    uninstall: [systemctl("disable", "--now", unit)],
  };
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

function launchd({ home, uid, node, script, variables }: Served): Service {
  const path = posix.join(home, "Library", "LaunchAgents", `${LABEL}.plist`);
  const log = posix.join(home, "Library", "Logs", "Tallylight.log");
  const strings = (values: string[]) => values.map((one) => `    <string>${escaped(one)}</string>`);
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    '<plist version="1.0">',
    "<dict>",
    `  <key>Label</key><string>${LABEL}</string>`,
    "  <key>ProgramArguments</key>",
    "  <array>",
    ...strings([node, script, "start"]),
    "  </array>",
    "  <key>EnvironmentVariables</key>",
    "  <dict>",
    ...Object.entries(variables).map(
      ([name, value]) => `    <key>${escaped(name)}</key><string>${escaped(value)}</string>`,
    ),
    "  </dict>",
    "  <key>RunAtLoad</key><true/>",
    "  <key>KeepAlive</key><true/>",
    `  <key>StandardOutPath</key><string>${escaped(log)}</string>`,
    `  <key>StandardErrorPath</key><string>${escaped(log)}</string>`,
    "</dict>",
    "</plist>",
    "",
  ];
  return {
    path,
    text: lines.join("\n"),
    install: [["launchctl", "bootstrap", `gui/${uid}`, path]],
    uninstall: [["launchctl", "bootout", `gui/${uid}/${LABEL}`]],
  };
}

function scheduledTask({ node, script, variables }: Served): Service {
  // A scheduled task has no environment of its own, so a shell sets variables first.
  const settings = Object.entries(variables).map(([name, value]) => `set "${name}=${value}"&& `);
  const command = `${settings.join("")}"${win32.normalize(node)}" "${win32.normalize(script)}" start`;
  const xml = [
    '<?xml version="1.0" encoding="UTF-16"?>',
    '<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">',
    "  <Triggers><LogonTrigger><Enabled>true</Enabled></LogonTrigger></Triggers>",
    "  <Settings>",
    "    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>",
    "    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>",
    "    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>",
    "    <RestartOnFailure><Interval>PT1M</Interval><Count>999</Count></RestartOnFailure>",
    "  </Settings>",
    "  <Actions>",
    `    <Exec><Command>cmd.exe</Command><Arguments>${escaped(`/d /s /c "${command}"`)}</Arguments></Exec>`,
    "  </Actions>",
    "</Task>",
    "",
  ];
  const path = win32.join(variables["TALLYLIGHT_STATE"]!, "service.xml");
  return {
    path,
    text: xml.join("\r\n"),
    install: [
      ["schtasks", "/Create", "/TN", "Tallylight", "/XML", path, "/F"],
      ["schtasks", "/Run", "/TN", "Tallylight"],
    ],
    uninstall: [
      ["schtasks", "/End", "/TN", "Tallylight"],
      ["schtasks", "/Delete", "/TN", "Tallylight", "/F"],
    ],
  };
}
