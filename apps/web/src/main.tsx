import { translateErrors } from '@pinmark/shared/page-errors'
import { loadFirstWords } from '@pinmark/words/load'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app'
import { ProjectPage } from './app/app-routes'
import { withholdInputMethodKeys } from './lib/input-method'
import { pageLanguage } from './lib/language'
import { endFirstPaintInTime, isFirstPaintThere } from './ui/first-paint'
import './styles/main.css'

withholdInputMethodKeys()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no place for the app.')

const start = () => {
  endFirstPaintInTime(root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
const words = loadFirstWords(pageLanguage(), translateErrors)
// The server's first paint stays until the page is complete, because drawing in steps would take longer. A page whose
// code does not load says so itself.
const page = isFirstPaintThere() ? ProjectPage.preload().catch(() => undefined) : null
void Promise.all([words, page]).then(start)
