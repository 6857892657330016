package deferinloop

import (
	"io"
	"os"
)

// What is returned is read from the file.
func firstOf(paths []string) ([]byte, error) {
	for _, path := range paths {
		f, err := os.Open(path)
		if err != nil {
			continue
		}
		defer f.Close() // want `f.Close runs when the function returns`
		if info, err := f.Stat(); err == nil && info.Size() > 0 {
			return io.ReadAll(f)
		}
	}
	return nil, nil
}
