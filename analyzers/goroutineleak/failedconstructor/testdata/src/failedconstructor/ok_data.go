package failedconstructor

import "os"

// Silent: what is returned is a name. That the file stays open is resourceleak/left-open's.
func writeSecret(text string) (string, error) {
	f, err := os.CreateTemp("", "secret")
	if err != nil {
		return "", err
	}
	if _, err := f.WriteString(text); err != nil {
		return "", err
	}
	if err := f.Close(); err != nil {
		return "", err
	}
	return f.Name(), nil
}
