package closeerrordropped_synced

import (
	"encoding/json"
	"os"
)

// The package syncs another file, as what it writes has to survive a power failure.
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

func snapshotNamed(path string, data map[string]string) error {
	tmp := path + ".tmp"
	f, err := os.Create(tmp)
	if err != nil {
		return err
	}
	defer f.Close() // want `the deferred f.Close runs after os.Rename \(line 31\), and nothing syncs the file before`
	if err := json.NewEncoder(f).Encode(data); err != nil {
		return err
	}
	if err := os.Rename(tmp, path); err != nil {
		return err
	}
	return nil
}

// The file that is there is put aside before a new one is made.
func rotated(path string, data []byte) error {
	if err := os.Rename(path, path+".old"); err != nil {
		return err
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close() // want `a file that lacks its end may be reported as success: f.Close may be the first call that fails`
	_, err = f.Write(data)
	return err
}
