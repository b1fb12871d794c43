import { useEffect, useState } from 'react'

/** Seconds until the next attempt is allowed; 0 if there is nothing to wait for. */
export function useCountdown() {
  const [endsAt, setEndsAt] = useState(0)
  const [now, setNow] = useState(0)
  const secondsLeft = Math.max(0, Math.ceil((endsAt - now) / 1_000))

  useEffect(() => {
    if (endsAt === 0) return
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= endsAt) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [endsAt])

  return {
    secondsLeft,
    start: (seconds: number) => {
      setNow(Date.now())
      setEndsAt(Date.now() + seconds * 1_000)
    },
  }
}
