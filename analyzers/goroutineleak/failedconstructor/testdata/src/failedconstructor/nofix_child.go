package failedconstructor

import (
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"time"
)

type probed struct {
	Duration string
	Made     time.Time
	Tags     map[string][]string
}

// What is returned beside the error is data.
func probe(ctx context.Context, in string) (probed, error) {
	var info probed
	cmd := exec.CommandContext(ctx, "ffprobe", in)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return info, err
	}
	if err := cmd.Start(); err != nil {
		return info, err
	}
	if err := json.NewDecoder(out).Decode(&info); err != nil {
		return info, fmt.Errorf("probe: %w", err) // want `probe fails here, and the process of cmd, started at line \d+, keeps running`
	}
	return info, cmd.Wait()
}
