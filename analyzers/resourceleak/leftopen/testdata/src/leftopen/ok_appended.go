package leftopen

import "os"

type tree struct {
	path string
	root *os.Root
}

// Nope. The slice keeps the root of each pass, for the caller.
func roots(paths []string) ([]*os.Root, error) {
	var list []*os.Root
	for _, path := range paths {
		root, err := os.OpenRoot(path)
		if err != nil {
			for _, r := range list {
				_ = r.Close()
			}
			return nil, err
		}
		list = append(list, root)
	}
	return list, nil
}

type forest struct{ trees []tree }

func (f *forest) Close() {
	for _, t := range f.trees {
		_ = t.root.Close()
	}
}

// Nope. The elements of the slice keep them.
func forestOf(paths []string) (*forest, error) {
	f := &forest{}
	for _, path := range paths {
		root, err := os.OpenRoot(path)
		if err != nil {
			f.Close()
			return nil, err
		}
		f.trees = append(f.trees, tree{path: path, root: root})
	}
	return f, nil
}
