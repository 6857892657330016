package driver

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strconv"
)

// writeOverlay writes a file for the go command's -overlay, which lets it read other
// files in place of some; "" stands for none. The files to embed that stand in are among them.
func writeOverlay(cfg Config, replace map[string]string) (name string, err error) {
	all := cfg.embedded.replacements()
	maps.Copy(all, replace)
	data, err := json.Marshal(map[string]any{"Replace": all})
	if err != nil {
		return "", err
	}
	dir, err := cfg.scratch.Sub("overlay")
	if err != nil {
		return "", err
	}
	name = filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(name, data, 0o600); err != nil {
		return "", fmt.Errorf("cannot write an overlay: %w", err)
	}
	return name, nil
}

// overlayContents is writeOverlay for contents that are in no file. The overlay of
// [packages.Config] leaves a directory on disk if the process is killed.
func overlayContents(cfg Config, contents map[string][]byte) (name string, err error) {
	dir, err := cfg.scratch.Sub("contents")
	if err != nil {
		return "", err
	}
	replace := make(map[string]string)
	for file, content := range contents {
		replace[file] = filepath.Join(dir, strconv.Itoa(len(replace))+".go")
		if err := os.WriteFile(replace[file], content, 0o600); err != nil {
			return "", fmt.Errorf("cannot write an overlay: %w", err)
		}
	}
	return writeOverlay(cfg, replace)
}
