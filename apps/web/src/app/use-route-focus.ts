import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { useCurrentTitle } from '../lib/title'

/** After navigation, the focus moves to the heading of the page, which screen readers announce. Until the
 *  page has loaded, the focus is on `main`. The browser handles the first page. */
export function useRouteFocus() {
  const { pathname } = useLocation()
  const navigation = useNavigationType()
  // A page sets its title when it is loaded.
  const title = useCurrentTitle()
  const main = useRef<HTMLElement>(null)
  const lastPath = useRef(pathname)
  const isArriving = useRef(false)

  useEffect(() => {
    const page = main.current
    if (!page) return
    if (lastPath.current !== pathname) {
      lastPath.current = pathname
      isArriving.current = true
      if (navigation !== NavigationType.Pop) window.scrollTo(0, 0)
    }
    if (!isArriving.current) return
    // A page that has set the focus itself keeps it.
    const { activeElement } = document
    if (activeElement !== page && page.contains(activeElement)) return
    const heading = page.querySelector('h1')
    if (heading) {
      heading.tabIndex = -1
      isArriving.current = false
    }
    const target = heading ?? page
    target.focus({ preventScroll: true })
  }, [pathname, navigation, title])

  return main
}
