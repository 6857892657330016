package failedconstructor

import (
	"errors"
	"net"
	"os"
)

// A node whose methods open what it keeps.
type node struct {
	log   *os.File
	ln    net.Listener
	parts []*os.File
	size  int64
}

func (n *node) openLog(path string) (err error) {
	n.log, err = os.Create(path)
	return err
}

func (n *node) listen(addr string) error {
	ln, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	n.ln = ln
	return nil
}

func (n *node) Close() error {
	return errors.Join(n.log.Close(), n.ln.Close())
}

func newNode(path, addr string) (*node, error) {
	n := &node{}
	if err := n.openLog(path); err != nil {
		return nil, err
	}
	if err := n.listen(addr); err != nil {
		return nil, err // want `newNode fails here, and n.log, opened at line 37, stays open`
	}
	if path == addr {
		return nil, errors.New("same") // want `newNode fails here, and n.ln, opened at line 40, stays open`
	}
	return n, nil
}

// A later part may fail after earlier ones have been opened.
func (n *node) load(names []string) error {
	for _, name := range names {
		f, err := openPart(name)
		if err != nil {
			return err
		}
		n.parts = append(n.parts, f)
	}
	return nil
}

func openPart(name string) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	return f, nil
}

func loadNode(names []string) (*node, error) {
	n := &node{}
	if err := n.load(names); err != nil {
		return nil, err // want `loadNode fails here, and n.parts, opened at line 71, stays open`
	}
	return n, nil
}
