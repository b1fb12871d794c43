import type { z } from 'zod'

/** The other end of `Forked`: answers every message with the result of `work`. */
export function answerEach<T>(schema: z.ZodType<T>, work: (question: T) => Promise<unknown>): void {
  process.on('message', (message) => {
    void work(schema.parse(message)).then(sendToParent, (error: unknown) =>
      sendToParent({ error: error instanceof Error ? error.stack : String(error) }),
    )
  })
  endWithParent()
}

export function sendToParent(message: unknown): void {
  process.send?.(message)
}

/** No process of the benchmark outlives its parent. */
export function endWithParent(): void {
  process.on('disconnect', () => process.exit())
}
