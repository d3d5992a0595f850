return -1;
