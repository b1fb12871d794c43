import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { useCurrentTitle } from '../lib/title'

/** After a change of page the keyboard goes on from its heading, and readers hear it. Until the page is there the focus
 *  waits on `main`. The first page is left to the browser. */
export function useRouteFocus() {
  const { pathname } = useLocation()
  const navigation = useNavigationType()
  // A page sets its title when it is there.
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
    // A page that has put the focus somewhere itself knows better.
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
