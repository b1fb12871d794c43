import { rm } from 'node:fs/promises'

/** Removes the data folder of this run once the server has stopped. */
export default async function removeData(): Promise<void> {
  const dataDir = process.env['E2E_DATA_DIR']
  if (dataDir) await rm(dataDir, { recursive: true, force: true })
}
