package leftopen

import (
	"io"
	"os"
	"strings"
)

// A hidden file is opened, and dropped by the next pass: the slice does not have it.
func sizes(names []string) (total int64) {
	var list []*os.File
	for _, name := range names {
		f, err := os.Open(name) // want `f is opened again while that of the last pass is open`
		if err != nil {
			continue
		}
		if strings.HasPrefix(name, ".") {
			continue
		}
		list = append(list, f)
	}
	for _, f := range list {
		n, _ := io.Copy(io.Discard, f)
		total += n
		_ = f.Close()
	}
	return total
}
