package writeunderrlock

import "sync"

// Nobody takes the lock for writing: readers race with each other, and with who counts.
type Pages struct {
	mu   sync.RWMutex
	byID map[string]string
	seen int
}

func (p *Pages) Page(id string) string {
	p.mu.RLock()
	defer p.mu.RUnlock()
	p.seen++ // want `data race with other readers: p\.seen is written while p\.mu is only read-locked, since line \d+; no write holds it for writing`
	text, ok := p.byID[id]
	if !ok {
		text = "empty"
		p.byID[id] = text // want `data race with other readers: p\.byID is written while p\.mu is only read-locked, since line \d+; no write holds it for writing`
	}
	return text
}

func (p *Pages) Seen() int {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return p.seen
}
