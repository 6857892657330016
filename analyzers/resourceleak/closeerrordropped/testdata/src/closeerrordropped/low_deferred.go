package closeerrordropped

import (
	"encoding/json"
	"os"
)

// On a local disk the close seldom fails.
func snapshot(path string, data map[string]string) error {
	f, err := os.Create(path + ".tmp")
	if err != nil {
		return err
	}
	defer f.Close() // want `the deferred f.Close runs after os.Rename \(line 18\), and nothing syncs the file before`
	if err := json.NewEncoder(f).Encode(data); err != nil {
		return err
	}
	return os.Rename(path+".tmp", path)
}
