import { useEffect, useState } from 'react'

/** True once `isOn` has lasted for `delayMs`, so that quick loads show no sign of loading. */
export function useDelayed(isOn: boolean, delayMs = 300): boolean {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    if (!isOn) return
    const timer = setTimeout(() => setIsLate(true), delayMs)
    return () => {
      clearTimeout(timer)
      setIsLate(false)
    }
  }, [isOn, delayMs])
  return isOn && isLate
}
