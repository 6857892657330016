package partialguard

import (
	"errors"
	"fmt"
	"strings"
)

// All that is dialled is tested.
type complete struct {
	mongoURI, usersURL, listen string
}

func loadComplete() (*complete, error) {
	c := &complete{
		mongoURI: getEnv("MONGODB_URI", "mongodb://localhost:27017"),
		usersURL: getEnv("USERS_URL", "http://localhost:8091"),
		listen:   getEnv("LISTEN_ADDR", "localhost:8080"),
	}
	if strings.Contains(c.mongoURI, "localhost") {
		return nil, errors.New("MONGODB_URI points at localhost")
	}
	if strings.HasPrefix(c.usersURL, "http://localhost") {
		return nil, errors.New("USERS_URL points at localhost")
	}
	return c, nil
}

// Nothing is refused: the test only chooses what to print.
type printed struct{ mongoURI, usersURL string }

func loadPrinted() *printed {
	p := &printed{
		mongoURI: getEnv("MONGODB_URI", "mongodb://localhost:27017"),
		usersURL: getEnv("USERS_URL", "http://localhost:8091"),
	}
	where := "elsewhere"
	if strings.Contains(p.mongoURI, "localhost") {
		where = "here"
	}
	fmt.Println(where)
	return p
}

// The other one belongs to another configuration.
type first struct{ mongoURI string }

type second struct{ usersURL string }

func loadBoth() (first, second, error) {
	f := first{mongoURI: getEnv("MONGODB_URI", "mongodb://localhost:27017")}
	s := second{usersURL: getEnv("USERS_URL", "http://localhost:8091")}
	if strings.Contains(f.mongoURI, "localhost") {
		return f, s, errors.New("MONGODB_URI points at localhost")
	}
	return f, s, nil
}
