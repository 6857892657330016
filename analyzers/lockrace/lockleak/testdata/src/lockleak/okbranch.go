package lockleak

import "errors"

var errFew = errors.New("few")

// Both branches release.
func (n *vertex) last() int {
	link := -1
	n.mu.Lock()
	if len(n.links) > 0 {
		link = n.links[len(n.links)-1]
		n.mu.Unlock()
	} else {
		n.mu.Unlock()
		link = 0
	}
	return link
}
