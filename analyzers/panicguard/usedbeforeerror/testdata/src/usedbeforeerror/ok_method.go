package usedbeforeerror

import "net/url"

// Redacted returns an empty text for a nil URL.
func redacted(text string) (string, error) {
	u, err := url.Parse(text)
	shown := u.Redacted()
	if err != nil {
		return shown, err
	}
	return shown, nil
}

// The method is called where the error is nil.
func hostOf(text string) string {
	if u, err := url.Parse(text); err == nil {
		return u.Hostname()
	}
	return ""
}
