package closeerrordropped

import "os"

// The blank identifier may be there on purpose.
func note(path, text string) (int, error) {
	f, err := os.Create(path + ".new")
	if err != nil {
		return 0, err
	}
	n, err := f.WriteString(text)
	if err != nil {
		return n, err
	}
	tmp := f.Name()
	_ = f.Close() // want `the error of f.Close is dropped before os.Rename`
	return n, os.Rename(tmp, path)
}
