package leftopen

import (
	"io"
	"net"
	"os"
)

// The files that were opened before are dropped with the map.
func openAll(paths []string, ready func() error, use func(map[string]*os.File) error) error {
	files := make(map[string]*os.File)
	for _, path := range paths {
		f, err := os.Open(path)
		if err != nil {
			return err // want `what the loop has opened before, and collected in files, stays open on this return: its descriptor stays in use`
		}
		files[path] = f
	}
	if err := ready(); err != nil {
		return err
	}
	return use(files)
}

// A slice.
func dialAll(addrs []string) error {
	var conns []net.Conn
	for _, addr := range addrs {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			return err // want `collected in conns, stays open on this return`
		}
		conns = append(conns, conn)
	}
	for _, conn := range conns {
		conn.Close()
	}
	return nil
}

type attachment struct {
	ID    int
	File  io.ReadCloser
	store interface{ Open(id int) io.ReadCloser }
}

func (a *attachment) Load() error {
	if a.store == nil {
		return os.ErrNotExist
	}
	a.File = a.store.Open(a.ID)
	return nil
}

// A method opens what a field has.
func export(list []*attachment, write func(map[int]io.ReadCloser) error) error {
	open := make(map[int]io.ReadCloser)
	for _, a := range list {
		if err := a.Load(); err != nil {
			return err // want `collected in open, stays open on this return`
		}
		open[a.ID] = a.File
	}
	return write(open)
}
