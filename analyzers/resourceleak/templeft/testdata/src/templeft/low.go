package templeft

import (
	"io"
	"log"
	"os"

	"github.com/diskfs/go-diskfs/filesystem/iso9660"
)

// The directory may be removed as a whole.
func within(dir string, r io.Reader) error {
	f, err := os.CreateTemp(dir, "part-*") // want `the temporary file is left by each call: nothing removes f .*low confidence`
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(f, r)
	return err
}

// The name is logged: users are to look at it.
func dump(r io.Reader) {
	f, err := os.CreateTemp("", "dump-*") // want `the temporary file is left by each call: nothing removes f .*low confidence`
	if err != nil {
		return
	}
	defer f.Close()
	io.Copy(f, r)
	log.Println("written to", f.Name())
}

// What is passed the directory may remove it.
func image(w io.Writer) error {
	dir, err := os.MkdirTemp("", "image-*") // want `the temporary directory is left by each call: nothing removes dir .*low confidence`
	if err != nil {
		return err
	}
	fs, err := iso9660.Create(w, 0, 0, 0, dir)
	if err != nil {
		return err
	}
	return fs.Finalize()
}

// The scratch directory is removed as a whole.
func (s *thumbnailer) thumbs(pdf string) error {
	dir, err := os.MkdirTemp(s.scratch, "thumbs-*") // want `the temporary directory is left by each call: nothing removes dir .*low confidence`
	if err != nil {
		return err
	}
	return os.WriteFile(dir+"/1", []byte(pdf), 0o600)
}

func (s *thumbnailer) Close() error { return os.RemoveAll(s.scratch) }
