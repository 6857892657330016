package leftopen

import (
	"io"
	"os"

	"example.com/shelf"
)

// The file is closed, returned, or that of the shelf, which closes it.
func closedVolume(s *shelf.Shelf) ([]byte, error) {
	r, err := s.Volume("one")
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(r)
}

func returnedFile(s *shelf.Shelf) (*os.File, error) {
	f, _, err := s.File("one")
	if err != nil {
		return nil, err
	}
	return f, nil
}

func lastVolume(s *shelf.Shelf) ([]byte, error) {
	f, err := s.Last("one")
	if err != nil {
		return nil, err
	}
	return io.ReadAll(f)
}
