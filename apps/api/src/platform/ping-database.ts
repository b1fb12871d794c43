import mongoose from 'mongoose'

/** Whether the database answers within `timeoutMs`. Never throws. */
export async function pingDatabase(timeoutMs: number): Promise<boolean> {
  const { db } = mongoose.connection
  if (!db) return false
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, false)
  })
  const answered = db.command({ ping: 1 }).then(
    () => true,
    () => false,
  )
  try {
    return await Promise.race([answered, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
