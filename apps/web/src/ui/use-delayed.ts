import { useEffect, useState } from 'react'

const delayMs = 300

/** True once `isOn` has lasted for `delayMs`, so that quick loads show no sign of loading. */
export function useDelayed(isOn: boolean): boolean {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    if (!isOn) return
    const timer = setTimeout(() => setIsLate(true), delayMs)
    return () => {
      clearTimeout(timer)
      setIsLate(false)
    }
  }, [isOn])
  return isOn && isLate
}
