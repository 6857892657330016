package doublelock

import "sync"

// Each peer is one of all peers, whose locks it acquires while it holds its own.
type peer struct {
	mu    sync.RWMutex
	name  string
	knows []string
}

var (
	peersMu sync.Mutex
	peers   = make(map[string]*peer)
)

func addPeer(name string) *peer {
	p := &peer{name: name}
	peersMu.Lock()
	defer peersMu.Unlock()
	peers[name] = p
	return p
}

func allPeers() (list []*peer) {
	peersMu.Lock()
	defer peersMu.Unlock()
	for _, p := range peers {
		list = append(list, p)
	}
	return list
}

func (p *peer) Rename(name string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.name = name
}

func (p *peer) Known() []string {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return p.knows
}

func (p *peer) MemberNames() (names []string) {
	p.mu.RLock()
	defer p.mu.RUnlock()
	for _, other := range allPeers() {
		for _, name := range other.Known() { // want `recursive RLock: a waiting writer deadlocks both; the loop acquires the lock of each peer, and one may be p, whose p.mu is held since line \d+`
			if name == p.name {
				names = append(names, other.name)
			}
		}
	}
	return names
}

// A hub has all its lamps, and a lamp its hub.
type lampHub struct {
	mu    sync.Mutex
	lamps []*lamp
}

type lamp struct {
	mu  sync.Mutex
	hub *lampHub
	lit bool
}

func (h *lampHub) add() *lamp {
	h.mu.Lock()
	defer h.mu.Unlock()
	l := &lamp{hub: h}
	h.lamps = append(h.lamps, l)
	return l
}

func (l *lamp) off() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lit = false
}

func (l *lamp) Only() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, other := range l.hub.lamps {
		other.off() // want `deadlock: the loop acquires the lock of each lamp, and one may be l, whose l.mu is held since line \d+`
	}
	l.lit = true
}
