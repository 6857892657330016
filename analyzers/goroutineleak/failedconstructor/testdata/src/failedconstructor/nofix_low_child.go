package failedconstructor

import (
	"bytes"
	"io"
	"os/exec"
	"strings"
)

// revision reads what the process writes, which ends with that.
func revision(dir string) (string, error) {
	cmd := exec.Command("hg", "id", dir)
	r, err := cmd.StdoutPipe()
	if err != nil {
		return "", err
	}
	defer r.Close()
	if err := cmd.Start(); err != nil {
		return "", err
	}
	var buf bytes.Buffer
	if _, err := io.Copy(&buf, r); err != nil {
		return "", err // want `revision fails here, and the process of cmd, started at line \d+, keeps running`
	}
	return strings.TrimSpace(buf.String()), cmd.Wait()
}
