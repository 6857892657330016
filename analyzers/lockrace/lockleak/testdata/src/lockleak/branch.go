package lockleak

import "sync"

type vertex struct {
	mu    sync.Mutex
	links []int
}

// One branch releases, the other one does not: reported once, whatever comes behind.
func (n *vertex) weigh(all map[int]bool) (float64, error) {
	found, few := 0, false
	n.mu.Lock()
	if len(n.links) < 2 {
		few = true // want `the next Lock blocks forever: n\.mu, locked at line \d+, is still held here, and released only at line \d+`
	} else {
		for _, link := range n.links {
			if all[link] {
				found++
			}
		}
		n.mu.Unlock()
	}
	if few {
		return 0, errFew
	}
	if found == 0 {
		return 1, nil
	}
	return float64(found), nil
}

// The other way round.
func (n *vertex) first() int {
	link := -1
	n.mu.Lock()
	if len(n.links) > 0 {
		link = n.links[0]
		n.mu.Unlock()
	} else {
		link = 0 // want `the next Lock blocks forever: n\.mu, locked at line \d+, is still held here, and released only at line \d+`
	}
	return link
}
