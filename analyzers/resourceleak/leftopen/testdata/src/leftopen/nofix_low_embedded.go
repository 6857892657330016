package leftopen

import "io/fs"

// The files may be embedded in the program.
func present(files fs.FS, name string) bool {
	_, err := files.Open(name) // want `what files.Open opens is dropped`
	return err == nil
}
