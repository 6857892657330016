package doublelock_good

import (
	"slices"
	"sync"
)

// Each peer is one of all peers, whose locks it acquires after it has released its own.
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
	own := p.name
	p.mu.RUnlock()
	for _, other := range allPeers() {
		if slices.Contains(other.Known(), own) {
			names = append(names, other.Name())
		}
	}
	return names
}

func (p *peer) Name() string {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return p.name
}
