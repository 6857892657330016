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
