package deferinloop

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
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

// Nothing uses the body after it has been read: one place is enough.
func readTags(client *http.Client, url string, more func([]string) bool) error {
	for page := 1; ; page++ {
		resp, err := client.Get(fmt.Sprintf("%s?page=%d", url, page))
		if err != nil {
			return err
		}
		defer resp.Body.Close() // want `resp\.Body\.Close runs when the function returns`

		data, err := io.ReadAll(resp.Body)
		if err != nil {
			return err
		}
		if resp.StatusCode != http.StatusOK {
			return fmt.Errorf("status %s: %s", resp.Status, data)
		}
		var tags []string
		if err := json.Unmarshal(data, &tags); err != nil {
			return err
		}
		if !more(tags) {
			return nil
		}
	}
}
