import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app'
import { endFirstPaintInTime } from './lib/first-paint'
import './styles/main.css'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no place for the app.')
endFirstPaintInTime(root)
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
