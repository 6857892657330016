package deferinloop

import (
	"fmt"
	"os"
)

// The thousandth page is where a loop without an end is meant to end.
func readPages(dir string, read func(*os.File) (more bool)) error {
	for page := 1; page <= 1000; page++ {
		f, err := os.Open(fmt.Sprintf("%s/%d", dir, page))
		if err != nil {
			return err
		}
		defer f.Close() // want `f\.Close runs when the function returns`
		if !read(f) {
			break
		}
	}
	return nil
}
