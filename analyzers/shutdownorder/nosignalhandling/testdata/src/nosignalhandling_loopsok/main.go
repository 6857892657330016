package main

import (
	"bufio"
	"os"
)

// A prompt waits for its user, and ends with the input.
func main() {
	f, err := os.Create("out")
	if err != nil {
		return
	}
	defer func() { _ = os.WriteFile("done", nil, 0o600) }()
	defer f.Close()
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		f.WriteString(line)
	}
}
