package childnotwaited

import "os/exec"

// There is no place behind the start.
func open(url string) error {
	cmd := exec.Command("browser", url)
	return cmd.Start() // want `nothing calls cmd\.Wait`
}

func direct(url string) error {
	return exec.Command("browser", url).Start() // want `nothing calls exec\.Command\("browser", url\)\.Wait`
}
