package leftopen

import "io"

// The error of what reads it leaves it open.
func copyEach(list []*attachment) (n int, err error) {
	for _, a := range list {
		if err := a.Load(); err != nil {
			return n, err
		}
		data, err := io.ReadAll(a.File)
		if err != nil {
			return n, err // want `a.File, opened by a.Load \(line 8\), stays open on this return: what it holds stays in use`
		}
		if a.File != nil {
			_ = a.File.Close()
		}
		n += len(data)
	}
	return n, nil
}
