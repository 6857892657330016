package failedconstructor

import "os"

// The failure closes what was opened.
func okNode(path, addr string) (*node, error) {
	n := &node{}
	if err := n.openLog(path); err != nil {
		return nil, err
	}
	if err := n.listen(addr); err != nil {
		n.log.Close()
		return nil, err
	}
	return n, nil
}

func okDeferred(path, addr string) (_ *node, err error) {
	n := &node{}
	defer func() {
		if err != nil {
			n.Close()
		}
	}()
	if err := n.openLog(path); err != nil {
		return nil, err
	}
	if err := n.listen(addr); err != nil {
		return nil, err
	}
	return n, nil
}

// The caller gets the object, and may close it.
func okReturned(path, addr string) (*node, error) {
	n := &node{}
	if err := n.openLog(path); err != nil {
		return nil, err
	}
	if err := n.listen(addr); err != nil {
		return n, err
	}
	return n, nil
}

// It closes the file before it returns.
func (n *node) measure(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return err
	}
	n.size = st.Size()
	return nil
}

func okMeasured(path, addr string) (*node, error) {
	n := &node{}
	if err := n.measure(path); err != nil {
		return nil, err
	}
	if path == addr {
		return nil, os.ErrInvalid
	}
	return n, nil
}

// The method closes what it has opened where it fails, and the constructor returns what it returns.
func (n *node) reload(names []string) error {
	for _, name := range names {
		f, err := os.Open(name)
		if err != nil {
			for _, f := range n.parts {
				f.Close()
			}
			return err
		}
		n.parts = append(n.parts, f)
	}
	return nil
}

func okReloaded(names []string) (*node, error) {
	n := &node{}
	if err := n.reload(names); err != nil {
		return nil, err
	}
	return n, nil
}

// Others have the object, and close it.
func okKept(path, addr string, all map[string]*node) (*node, error) {
	n := &node{}
	all[path] = n
	if err := n.openLog(path); err != nil {
		return nil, err
	}
	if err := n.listen(addr); err != nil {
		return nil, err
	}
	return n, nil
}
