package leftopen

import "io"

// What it opens may hold nothing but memory, and nothing closes it on another path.
func countParts(parts []*attachment) error {
	var list []io.ReadCloser
	for _, part := range parts {
		if err := part.Load(); err != nil {
			return err // want `collected in list, stays open on this return`
		}
		list = append(list, part.File)
	}
	return nil
}
