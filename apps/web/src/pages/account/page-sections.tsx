import { useEffect } from 'react'
import './page-sections.css'

const sections = [
  ['name', 'Name and password'],
  ['notices', 'Notices by mail'],
  ['webhooks', 'Webhooks'],
  ['tokens', 'API tokens'],
  ['data', 'Your data'],
] as const

/** Links to the parts of the page, which is several screens long on a phone. */
export function PageSections() {
  useEffect(() => {
    const id = location.hash.slice(1)
    if (id === '') return undefined
    const show = () => {
      const heading = document.getElementById(id)
      heading?.scrollIntoView()
      return heading !== null
    }
    // The browser cannot scroll to parts that are fetched after the page.
    const watch = new MutationObserver(() => show() && watch.disconnect())
    if (!show()) watch.observe(document.body, { childList: true, subtree: true })
    return () => watch.disconnect()
  }, [])
  return (
    <nav aria-label="On this page" className="page-sections">
      {sections.map(([id, name]) => (
        <a key={id} href={`#${id}`}>
          {name}
        </a>
      ))}
    </nav>
  )
}
