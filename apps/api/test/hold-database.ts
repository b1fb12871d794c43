import { openDatabase } from '../src/platform/mongod/open-database'

// A process that opens the data folder named by its argument, says so, and stays until it is killed.
const [dataDir = ''] = process.argv.slice(2)
const database = await openDatabase({ dataDir, onProgress: (line) => console.log(line) })
console.log(`open ${database.uri}`)
setInterval(() => {}, 60_000)
