package unlockedaccess

import (
	"strings"
	"sync"
)

// A parsedNode is filled by other packages before they start it.
type parsedNode struct {
	sync.RWMutex
	peers []string
}

func (n *parsedNode) Add(peer string) {
	n.Lock()
	defer n.Unlock()
	n.peers = append(n.peers, peer)
}

func (n *parsedNode) Remove(peer string) {
	n.Lock()
	defer n.Unlock()
	for i, p := range n.peers {
		if p == peer {
			n.peers = append(n.peers[:i:i], n.peers[i+1:]...)
			return
		}
	}
}

func (n *parsedNode) Next() string {
	n.RLock()
	defer n.RUnlock()
	return n.peers[0]
}

// ParsePeers is called by what has made the node, which no other goroutine has then.
func (n *parsedNode) ParsePeers(list string) error {
	n.peers = strings.Split(list, ",") // want `data race with line \d+: n.peers is written without n.RWMutex, which \d of \d (accesses|writes) hold`
	for i, p := range n.peers {
		n.peers[i] = strings.TrimSpace(p)
	}
	return nil
}
