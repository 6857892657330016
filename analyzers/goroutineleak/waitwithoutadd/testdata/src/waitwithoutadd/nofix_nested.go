package waitwithoutadd

import "golang.org/x/sync/errgroup"

// crawl runs out of places as soon as the tree is deep enough.
func crawl(root string, list func(string) []string) error {
	var g errgroup.Group
	g.SetLimit(8)
	var visit func(string) error
	visit = func(dir string) error {
		for _, child := range list(dir) {
			g.Go(func() error { return visit(child) }) // want `g\.Go blocks forever when all goroutines of g are here`
		}
		return nil
	}
	g.Go(func() error { return visit(root) })
	return g.Wait()
}

type walk struct {
	group *errgroup.Group
	next  func(string) []string
}

// The group is in a field of what the goroutines share.
func walkAll(root string, next func(string) []string) error {
	var g errgroup.Group
	g.SetLimit(8)
	w := &walk{group: &g, next: next}
	g.Go(func() error { return w.visit(root) })
	return g.Wait()
}

func (w *walk) visit(at string) error {
	for _, below := range w.next(at) {
		w.group.Go(func() error { return w.visit(below) }) // want `w.group.Go blocks forever when all goroutines of w.group are here`
	}
	return nil
}
