package unguardedfield

import "sync"

type urls map[string]int

func (u urls) add(url string) { u[url]++ }

type announcer struct {
	mu    sync.Mutex
	known urls
	peers []chan string
}

func newAnnouncer() *announcer { return &announcer{known: make(urls)} }

func (a *announcer) serve(in chan string) {
	go a.read(in)
}

func (a *announcer) read(in chan string) {
	for url := range in {
		a.mu.Lock()
		a.announce(url)
		a.mu.Unlock()
	}
}

// announce tells all peers. The lock is held on entry.
func (a *announcer) announce(url string) {
	update := func(u urls) { u.add(url) }
	update(a.known)
	for _, peer := range a.peers {
		select {
		case peer <- url:
		default:
		}
	}
}
