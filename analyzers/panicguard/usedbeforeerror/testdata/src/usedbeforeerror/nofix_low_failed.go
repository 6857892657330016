package usedbeforeerror

type lister interface {
	List(prefix string) (*history, error)
}

func listed(l lister) ([]string, error) {
	h, err := l.List("a")
	if err != nil {
		return h.messages, err // want `panic where l.List fails: h is nil then, and is used in the branch for the error`
	}
	return h.messages, nil
}
