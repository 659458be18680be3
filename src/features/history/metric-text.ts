/** A value with its labels. */
export type Sample = [labels: Record<string, string>, value: number];

/** A family of metrics in the Prometheus text format 0.0.4, its samples in order. */
export function family(name: string, type: "counter" | "gauge", help: string, samples: Sample[]): string {
  const lines = samples.map(([labels, value]) => {
    const inside = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
    return `${name}${inside.length === 0 ? "" : `{${inside.join(",")}}`} ${value}`;
  });
  return `${[`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines.sort()].join("\n")}\n`;
}

const escaped = (text: string): string =>
  text.toWellFormed().replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
