package imports

import (
	"cmp"
	"os"

	"example.com/settings"
)

// Nothing else in this file uses the imports: the fixes must keep them in use.
func urls() (string, string) {
	return cmp.Or(os.Getenv("MAIL_URL"), "http://localhost:8081"), // want `MAIL_URL defaults`
		settings.Plain("USERS_URL", "http://localhost:8082") // want `USERS_URL defaults`
}
