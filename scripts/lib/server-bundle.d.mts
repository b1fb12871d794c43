export function bundleServer(what: { entries: string[]; outdir: string; sourcemap?: boolean }): Promise<void>
