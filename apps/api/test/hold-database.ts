import { openDatabase } from '../src/mongo/mongod/open-database'

// Opens the data folder in its argument, reports it, and stays until it is killed.
const [dataDir = ''] = process.argv.slice(2)
const database = await openDatabase({ dataDir, onProgress: (line) => console.log(line) })
console.log(`open ${database.uri}`)
setInterval(() => {}, 60_000)
