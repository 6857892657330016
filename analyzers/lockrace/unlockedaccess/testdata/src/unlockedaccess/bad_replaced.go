package unlockedaccess

import (
	"strings"
	"sync"
)

// A runningNode may get other peers at any time.
type runningNode struct {
	sync.RWMutex
	peers []string
}

func (n *runningNode) Add(peer string) {
	n.Lock()
	defer n.Unlock()
	n.peers = append(n.peers, peer)
}

func (n *runningNode) Remove(peer string) {
	n.Lock()
	defer n.Unlock()
	for i, p := range n.peers {
		if p == peer {
			n.peers = append(n.peers[:i:i], n.peers[i+1:]...)
			return
		}
	}
}

func (n *runningNode) Next() string {
	n.RLock()
	defer n.RUnlock()
	return n.peers[0]
}

// ReplacePeers is called while others read.
func (n *runningNode) ReplacePeers(list string) error {
	n.peers = strings.Split(list, ",") // want `data race with line \d+: n.peers is written without n.RWMutex, which \d of \d (accesses|writes) hold`
	return nil
}
