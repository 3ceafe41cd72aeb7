/** Stands for a virus scanner: what has the word in it is not clean, and of another one it says that it cannot tell. */
let text = ''
for await (const chunk of process.stdin) text += chunk
process.exit(text.includes('EICAR') ? 1 : text.includes('BROKEN') ? 2 : 0)
