/** The data of npm run check about the packages in use. */
declare module '*/scripts/lib/supply-chain.mjs' {
  interface LockedPackage {
    name: string
    version: string
    sha512: string | null
  }
  export function readLockfile(): Promise<string>
  export function lockedPackages(lockfile: string): LockedPackage[]
  export function unpinned(lockfile: string): string[]
  export function installScripts(): Promise<{ seen: number; found: string[] }>
  export function installRules(): Promise<{ allowed: string[]; ignored: string[] }>
}
