import type { BrowserContext } from '@playwright/test'

/** Translates every page of `context` as the translators of Chrome and Google do: a text node leaves the page, and a new
 *  one in `<font><font>` takes its place, at once and after each change. The words stay, so that specs find them. A
 *  text that the app changes after it has left the page is out of date for the reader, which is reported as an error
 *  in the console. */
export async function translatePages(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const untouched = 'font, [translate="no"], script, style, noscript, textarea, title, svg'
    const changes = { childList: true, characterData: true, subtree: true }
    const observer = new MutationObserver((records) => {
      for (const { target, addedNodes } of records)
        for (const node of addedNodes.length > 0 ? addedNodes : [target]) translate(node)
    })
    const leftTexts = new MutationObserver((records) => {
      for (const { target } of records)
        if (!target.isConnected) console.error(`A translated text is out of date: ${target.nodeValue ?? ''}`)
    })

    const translate = (node: Node) => {
      if (node instanceof Text) return translateText(node)
      const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
      const found: Text[] = []
      while (texts.nextNode()) if (texts.currentNode instanceof Text) found.push(texts.currentNode)
      for (const text of found) translateText(text)
    }
    const translateText = (text: Text) => {
      if (text.data.trim() === '' || !text.isConnected || text.parentElement?.closest(untouched)) return
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.append(text.data)
      outer.append(inner)
      leftTexts.observe(text, { characterData: true })
      text.replaceWith(outer)
    }

    observer.observe(document, changes)
  })
}
